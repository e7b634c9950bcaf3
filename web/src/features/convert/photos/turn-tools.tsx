import { FlipHorizontal2, RotateCcwSquare, RotateCwSquare } from 'lucide-react';
import type { TurnStep } from '../geometry/turn.ts';
import { Button } from '../../../ui/button.tsx';

interface TurnToolsProps {
  labels: Record<TurnStep, string>;
  className?: string | undefined;
  onTurn: (step: TurnStep) => void;
}

const tools = [
  ['left', RotateCcwSquare],
  ['right', RotateCwSquare],
  ['flip', FlipHorizontal2],
] as const;

export function TurnTools({ labels, className, onTurn }: TurnToolsProps) {
  return tools.map(([step, Icon]) => (
    <Button
      key={step}
      size="s"
      kind="quiet"
      className={className}
      aria-label={labels[step]}
      onClick={() => onTurn(step)}
    >
      <Icon aria-hidden />
    </Button>
  ));
}

import { FlagMarks } from '../site/browser/flag-marks.tsx';

/** The cards are HTML. Only the flags can change them here. */
export default function Tools() {
  return <FlagMarks />;
}

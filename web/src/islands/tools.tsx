import { FlagMarks } from '../site/browser/flag-marks.tsx';

/** The cards are HTML; what the flags turn off is all that changes here. */
export default function Tools() {
  return <FlagMarks />;
}

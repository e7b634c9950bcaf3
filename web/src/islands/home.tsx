import { Converter } from '../features/convert/converter.tsx';
import { FlagMarks } from '../site/flag-marks.tsx';
import { PromoBadge } from '../site/promo-badge.tsx';
import { UploadMeter } from '../site/upload-meter.tsx';

export default function Home() {
  return (
    <>
      <FlagMarks />
      <PromoBadge />
      <Converter tool="convert" />
      <UploadMeter />
    </>
  );
}

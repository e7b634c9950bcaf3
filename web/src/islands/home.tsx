import { Converter } from '../features/convert/converter.tsx';
import { FlagMarks } from '../site/browser/flag-marks.tsx';
import { PromoBadge } from '../site/landing/promo-badge.tsx';
import { UploadMeter } from '../site/landing/upload-meter.tsx';

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

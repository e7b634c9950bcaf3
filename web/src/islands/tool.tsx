import { Converter, type ToolKind } from '../features/convert/converter.tsx';
import type { FormatName } from '../features/convert/tools.ts';
import { ComingSoon } from '../site/landing/coming-soon.tsx';
import type { Page } from '../site/pages/pages.ts';
import { UploadMeter } from '../site/landing/upload-meter.tsx';

interface ToolIslandProps {
  tool: ToolKind;
  from?: FormatName;
  flag?: Page['flag'];
}

export default function Tool({ tool, from, flag }: ToolIslandProps) {
  const converter = <Converter tool={tool} {...(from ? { from } : {})} />;
  return (
    <>
      {flag ? <ComingSoon flag={flag}>{converter}</ComingSoon> : converter}
      <UploadMeter />
    </>
  );
}

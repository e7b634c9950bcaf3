import { useEffect, useState } from 'react';

/** An address for a blob while it is shown; null until there is one. */
export function useBlobUrl(blob: Blob | null): string | null {
  const [made, setMade] = useState<{ of: Blob; url: string } | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const url = URL.createObjectURL(blob);
    setMade({ of: blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return made !== null && made.of === blob ? made.url : null;
}

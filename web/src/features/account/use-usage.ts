import { useAnswer } from '../../api/use-answer.ts';

/** How much was converted. Days and months are in the time zone of this device. */
export function useUsage() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return useAnswer('usage', { timeZone });
}

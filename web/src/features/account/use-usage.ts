import { useAnswer } from '../../api/use-answer.ts';

/** How much was converted; days and months are those of the device that asks. */
export function useUsage() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return useAnswer('usage', { timeZone });
}

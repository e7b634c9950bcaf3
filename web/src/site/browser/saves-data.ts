/** Whether the visitor has set the browser to save data. Only some browsers have this setting. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

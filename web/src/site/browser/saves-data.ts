/** Whether the visitor has told the browser to save data; only some browsers have the setting. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

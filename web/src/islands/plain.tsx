/** A page of HTML from which dialogs may be opened. */
export default function Plain() {
  return null;
}

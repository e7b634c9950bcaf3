/** A page of plain HTML whose links may open dialogs. */
export default function Plain() {
  return null;
}

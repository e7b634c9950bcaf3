/** The brand's mark: a picture in a perforated frame. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden className={className}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M4 2h24a2 2 0 0 1 2 2v24a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Zm4 7v14h16V9H8ZM6 4v2.5h3V4H6Zm5.7 0v2.5h3V4h-3Zm5.6 0v2.5h3V4h-3ZM23 4v2.5h3V4h-3ZM6 25.500v2.5h3v-2.5H6Zm5.7 0v2.5h3v-2.5h-3Zm5.6 0v2.5h3v-2.5h-3Zm5.7 0v2.5h3v-2.5h-3Z"
      />
      <circle cx="16" cy="16" r="4.5" fill="var(--accent)" />
    </svg>
  );
}

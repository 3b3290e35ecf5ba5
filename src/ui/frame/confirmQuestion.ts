/** What `useConfirm` asks. */
export type ConfirmQuestion = {
  title: string
  text?: string
  /** The words of the confirming button, such as 'Deny'. Default 'Confirm'. */
  confirmLabel?: string
  /** Paints the confirming button red: the action destroys or refuses something. */
  danger?: boolean
  /** Asks for a reason; `required` refuses an empty one, `maxLength` counts characters (default 2000). */
  reason?: { label: string; required?: boolean; maxLength?: number; description?: string }
  /** A word that must be typed before the button works, for actions that cannot be undone. */
  typed?: string
  /**
   * Runs while the dialog is still open: an error is shown there, the reason is kept, and the user may try
   * again.
   */
  action?: (reason: string) => Promise<unknown>
}

/**
 * The answer: whether it was confirmed (and the action done), and the reason, trimmed ('' when none was asked
 * or given).
 */
export type ConfirmAnswer = { confirmed: boolean; reason: string }

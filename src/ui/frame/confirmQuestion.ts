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
   * Done while the dialog still stands: what refuses it is shown there, the reason stays, and it may be tried
   * again.
   */
  action?: (reason: string) => Promise<unknown>
}

/**
 * The answer: whether it was confirmed (and the action done), and the reason, trimmed ('' when none was asked
 * or given).
 */
export type ConfirmAnswer = { confirmed: boolean; reason: string }

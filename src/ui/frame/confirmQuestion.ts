/** The question of `useConfirm`. */
export type ConfirmQuestion = {
  title: string
  text?: string
  /** The label of the button that confirms, such as 'Deny'. The default is 'Confirm'. */
  confirmLabel?: string
  /** Whether the button that confirms is red, because the action destroys or refuses something. */
  danger?: boolean
  /** Asks for a reason; `required` refuses an empty one, `maxLength` counts characters (default 2000). */
  reason?: { label: string; required?: boolean; maxLength?: number; description?: string }
  /** A word that must be typed before the button works, for actions that cannot be undone. */
  typed?: string
  /**
   * Runs while the dialog is still open. An error is shown there, the typed reason remains, and the user can
   * try again.
   */
  action?: (reason: string) => Promise<unknown>
}

/**
 * The answer: whether the user confirmed (and the action succeeded), and the trimmed reason, or '' without
 * one.
 */
export type ConfirmAnswer = { confirmed: boolean; reason: string }

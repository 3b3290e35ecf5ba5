import { buildAskLink } from '#core/correspondence/messages/model/index.ts'
import { getPropertyFormsPath } from './facts.ts'

/**
 * Returns the button that asks the agency to allow the entry of a form whose entry time is over. `form` is
 * the form with its period: `8609-A, 2025`.
 */
export const getAskLateLink = (propertyId: number, form: string) =>
  buildAskLink('Ask to enter late', {
    propertyId,
    about: form,
    url: getPropertyFormsPath(propertyId),
    words: `Please allow us to enter ${form} late.`,
  })

/**
 * The aspects that the visits measure of a screen: accessibility, layout in a desktop window, on a phone and
 * on paper, and the options of its lists.
 */
export type ScreenAspect = 'access' | 'desk' | 'phone' | 'paper' | 'lists'

/** A known fault of a screen, which is given by its declared path, and the reason why it remains. */
type KnownFault = { screen: string; personas: readonly string[]; aspect: ScreenAspect; reason: string }

/** The known faults. A visit fails if a listed screen no longer has its fault, so the list only shrinks. */
export const acceptedFaults: readonly KnownFault[] = [
  {
    screen: '/User/:isNew/:user_id',
    personas: ['agency.admin'],
    aspect: 'lists',
    reason:
      'The person whose rights a new account gets is chosen from a company, which must be chosen first.',
  },
  {
    screen: '/ChangeRequestContactListProperty/:propertyId',
    personas: ['agency.admin', 'company.user'],
    aspect: 'paper',
    reason:
      'The table of contacts is wider than an upright sheet, and has too few columns for a landscape sheet.',
  },
  {
    screen: '/LoanAdministration',
    personas: ['agency.admin'],
    aspect: 'paper',
    reason: 'The table of all loans is wider than a landscape sheet, even in the smallest print.',
  },
]

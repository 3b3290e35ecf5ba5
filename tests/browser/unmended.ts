/**
 * What the visits measure of a screen: accessibility, a desk, a telephone, a printed sheet, the choices of
 * its lists.
 */
export type Aspect = 'access' | 'desk' | 'phone' | 'paper' | 'lists'

/**
 * A screen, by the path it is declared with, where a measurement is known to find something, and why that
 * stays.
 */
type Unmended = { screen: string; personas: readonly string[]; aspect: Aspect; reason: string }

/** It only shrinks: a visit fails at a screen that is listed here and is clean. */
export const unmended: readonly Unmended[] = [
  {
    screen: '/User/:isNew/:user_id',
    personas: ['agency.admin'],
    aspect: 'lists',
    reason: 'Whose rights a new person gets is chosen among the people of a company, which is chosen before.',
  },
  {
    screen: '/ChangeRequestContactListProperty/:propertyId',
    personas: ['agency.admin', 'company.user'],
    aspect: 'paper',
    reason: 'The table of contacts is wider than an upright sheet, and has too few columns to lie across.',
  },
  {
    screen: '/LoanAdministration',
    personas: ['agency.admin'],
    aspect: 'paper',
    reason:
      'The table of all loans is wider than a sheet that lies across, in the smallest letters of print.',
  },
]

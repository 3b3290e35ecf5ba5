import { forms } from '#features/compliance/complianceForms/model/forms.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(forms)

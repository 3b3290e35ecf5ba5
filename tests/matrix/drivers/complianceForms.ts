import { forms } from '#modules/compliance/complianceForms/model/forms.ts'
import { reviewDriver } from '../reviewWays.ts'

export const drivers = reviewDriver(forms)

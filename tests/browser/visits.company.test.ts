import { companyTours, visitEveryScreen } from './visiting.ts'

visitEveryScreen(companyTours, 'once')

import { agencyTours, visitEveryScreen } from './visiting.ts'

visitEveryScreen(agencyTours, 'everyWay')

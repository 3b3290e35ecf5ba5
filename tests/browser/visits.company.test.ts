import { visitEveryScreen } from './visiting.ts'

visitEveryScreen(['company.admin', 'company.user', 'other.user'])

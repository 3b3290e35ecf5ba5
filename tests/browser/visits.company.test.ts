import { visitEveryScreen } from './visiting.ts'

visitEveryScreen([{ persona: 'company.user', inspects: true }, { persona: 'company.admin' }, { persona: 'other.user' }])

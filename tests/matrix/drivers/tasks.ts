import { type Drivers, statusWays } from '../ways.ts'

export const drivers: Drivers = {
  ExtensionRequest: {
    entity: 'ExtensionRequest',
    statusColumn: 'status_id',
    columns: () => ({}),
    twoPersonSetting: null,
    answersRepetition: false,
    detail: { path: '/api/ExtensionRequest/GetWithActions/:id', actions: 'actions' },
    ways: statusWays('/api/ExtensionRequest'),
  },
}

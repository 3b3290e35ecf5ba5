import { isAgency } from '#kernel/model/access.ts'
import { type Drivers, reason, statusWays, type Way } from '../ways.ts'

function contactChangeWays(): Way[] {
  const path = '/api/ContactChangeRequest'
  const way = (call: string, tail: string, body: (id: number) => object, step: Way['step']): Way => ({
    name: call,
    path: `${path}/${call}${tail}`,
    sample: (id) => ({ url: `${path}/${call}${tail.replace(/:\w+/, String(id))}`, body: body(id) }),
    step,
  })
  return [
    ...statusWays(path),
    way(
      'Approve',
      '',
      (id) => ({ id }),
      () => ({ name: 'approve' }),
    ),
    way(
      'Reject',
      '',
      (id) => ({ id, ...reason }),
      () => ({ name: 'deny' }),
    ),
    way(
      'UnsubmitRequest',
      '/:requestId',
      () => reason,
      (actor) => ({ name: isAgency(actor) ? 'return' : 'recall' }),
    ),
  ]
}

export const drivers: Drivers = {
  ContactChangeRequest: {
    entity: 'ContactChangeRequest',
    statusColumn: 'status_id',
    columns: () => ({}),
    twoPersonSetting: null,
    answersRepetition: false,
    detail: { path: '/api/ContactChangeRequest/GetRequest/:requestId', actions: 'actions' },
    ways: contactChangeWays(),
  },
}

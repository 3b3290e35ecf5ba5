import { isAgency } from '#kernel/model/access.ts'
import { type Drivers, reason, type Way } from '../ways.ts'

function reserveWays(): Way[] {
  const path = '/api/ReplacementReserve'
  const plain = (call: string, step: Way['step']): Way => ({
    name: call,
    path: `${path}/${call}/:id`,
    sample: (rowId) => ({ url: `${path}/${call}/${rowId}`, body: reason }),
    step,
  })
  const back: Way['step'] = (actor) => ({ name: isAgency(actor) ? 'return' : 'recall' })
  const toStatus: Readonly<Record<number, Way['step']>> = {
    1: back,
    2: () => ({ name: 'submit' }),
    3: (_, from) => ({ name: from >= 5 ? 'reopen' : 'startReview' }),
    4: () => ({ name: 'review' }),
    5: (_, from) => ({ name: from === 3 ? 'approveDirectly' : 'approve' }),
    6: () => ({ name: 'deny' }),
  }
  const changes = Object.entries(toStatus).map(
    ([status, step]): Way => ({
      name: `ChangeStatus to ${status}`,
      path: `${path}/ChangeStatus`,
      sample: (requestId) => ({
        url: `${path}/ChangeStatus`,
        body: { requestId, statusId: Number(status), ...reason },
      }),
      step,
    }),
  )
  const forced = [1, 2, 3, 4, 5, 6].map(
    (to): Way => ({
      name: `AdminChangeStatus to ${to}`,
      path: `${path}/AdminChangeStatus/:requestId/:status`,
      sample: (rowId) => ({ url: `${path}/AdminChangeStatus/${rowId}/${to}?reason=test`, body: undefined }),
      step: (_, from) => (from === to ? null : { name: 'adminChange', to }),
    }),
  )
  return [
    plain('Submit', () => ({ name: 'submit' })),
    plain('UnSubmit', back),
    plain('StartReview', () => ({ name: 'startReview' })),
    ...changes,
    ...forced,
  ]
}

export const drivers: Drivers = {
  ReplacementReserveRequest: {
    entity: 'ReplacementReserveRequest',
    statusColumn: 'status_id',
    columns: () => ({}),
    twoPersonSetting: 'r4r_two_person',
    answersRepetition: false,
    detail: { path: '/api/ReplacementReserve/GetRequest/:requestId', actions: 'actions' },
    ways: reserveWays(),
  },
}

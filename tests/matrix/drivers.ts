import { PropertyStatus } from '#ground/lookups/model/index.ts'
import { type Actor, isAgency } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Flow, stepTo } from '#kernel/model/workflow.ts'
import type { Sample } from './sample.ts'

/** How the steps of a workflow are asked for. A module with a workflow adds a driver for it. */

/** A step as a call names it, and where an admin change leads. */
export type Wanted = { name: string; to?: number }

/** One way to ask for a step: which call, with which request, and the step it stands for. */
export type Way = {
  name: string
  path: string
  sample: (rowId: number) => Sample
  /** The step this caller takes by it from this status; null when it leads nowhere from there. */
  step: (actor: Actor, from: number, flow: Flow) => Wanted | null
}

export type Driver = {
  /** The entity whose rows carry the status, and the column it stands in. */
  entity: string
  statusColumn: string
  /** Further columns that a row in this status has. */
  columns: (status: number) => Record<string, unknown>
  /** The setting that turns the two-person rule on; null where there is none. */
  twoPersonSetting: string | null
  /** The status asked for again by the one who may take its step is answered and changes nothing. */
  answersRepetition: boolean
  /** The call that answers one record, and the field in which it offers steps. */
  detail: { path: string; actions: string }
  ways: readonly Way[]
}

const reason = { reason: 'Because of the test' }

/** The ways of the shared status calls (`statusCalls`) of a controller. */
function statusWays(path: string, statuses: readonly number[] = [1, 2, 3, 4, 5, 6]): Way[] {
  const to =
    (status: number): Way['step'] =>
    (actor, from, flow) => {
      const name = stepTo(flow, from, status, actor)
      return name ? { name } : null
    }
  const byId = (call: string, step: Way['step']): Way => ({
    name: call,
    path: `${path}/${call}/:id`,
    sample: (rowId) => ({ url: `${path}/${call}/${rowId}`, body: reason }),
    step,
  })
  return [
    byId('Submit', () => ({ name: 'submit' })),
    byId('UnSubmit', (actor) => ({ name: isAgency(actor) ? 'return' : 'recall' })),
    {
      name: 'Review',
      path: `${path}/Review`,
      sample: (id) => ({ url: `${path}/Review`, body: { id, ...reason } }),
      step: (actor, from, flow) => to(from < 3 ? 3 : 4)(actor, from, flow),
    },
    ...statuses.map(
      (statusId): Way => ({
        name: `ChangeStatus to ${statusId}`,
        path: `${path}/ChangeStatus`,
        sample: (id) => ({ url: `${path}/ChangeStatus`, body: { id, statusId, ...reason } }),
        step: to(statusId),
      }),
    ),
  ]
}

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

/** ST-24: a step of the trade where there is one, else the administrator's forced change. */
const propertyWays = Object.values(PropertyStatus).map(
  (to): Way => ({
    name: `ChangeStatus to ${to}`,
    path: '/api/projects/ChangeStatus',
    sample: (propertyId) => ({ url: '/api/projects/ChangeStatus', body: { propertyId, statusId: to, ...reason } }),
    step: (_, from, { steps }) => {
      if (from === to) return null
      const step = Object.values(steps).find((one) => one.to === to && one.from.includes(from))
      return { name: step?.name ?? 'adminChange', to }
    },
  }),
)

const decontrolWays = [1, 2, 3, 4, 5, 6].map(
  (to): Way => ({
    name: `UpdateDecontrolStatus to ${to}`,
    path: '/api/projects/UpdateDecontrolStatus/:propertyId/:decontrolStatus',
    sample: (propertyId) => ({ url: `/api/projects/UpdateDecontrolStatus/${propertyId}/${to}`, body: reason }),
    step: (_, __, { steps }) => ({ name: Object.values(steps).find((step) => step.to === to)?.name ?? '' }),
  }),
)

const certificationPath = '/api/ManagementCompanyAssetCertification'

/** The shared status calls, the rejection by its own name, and the call that forces a status where no step leads to it. */
const certificationWays: Way[] = [
  ...statusWays(certificationPath),
  {
    name: 'ApplicationRejected',
    path: `${certificationPath}/ApplicationRejected/:id`,
    sample: (id) => ({ url: `${certificationPath}/ApplicationRejected/${id}`, body: reason }),
    step: () => ({ name: 'deny' }),
  },
  ...[1, 2, 3, 4, 5, 6].map(
    (to): Way => ({
      name: `ChangeStatusId to ${to}`,
      path: `${certificationPath}/ChangeStatusId/:id/:status`,
      sample: (id) => ({ url: `${certificationPath}/ChangeStatusId/${id}/${to}`, body: reason }),
      step: (actor, from, flow) => {
        if (from === to) return null
        const name = stepTo(flow, from, to, actor)
        return name && flow.steps[name]?.from.includes(from) ? { name } : { name: 'adminChange', to }
      },
    }),
  ),
]

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

const propertyDetail = '/api/projects/GetProjectWithInclusions/:propertyId'

/** By the flow's entity. */
export const drivers: Readonly<Record<string, Driver>> = {
  ReplacementReserveRequest: {
    entity: 'ReplacementReserveRequest',
    statusColumn: 'status_id',
    columns: () => ({}),
    twoPersonSetting: 'r4r_two_person',
    answersRepetition: false,
    detail: { path: '/api/ReplacementReserve/GetRequest/:requestId', actions: 'actions' },
    ways: reserveWays(),
  },
  ExtensionRequest: {
    entity: 'ExtensionRequest',
    statusColumn: 'status_id',
    columns: () => ({}),
    twoPersonSetting: null,
    answersRepetition: false,
    detail: { path: '/api/ExtensionRequest/GetWithActions/:id', actions: 'actions' },
    ways: statusWays('/api/ExtensionRequest'),
  },
  Property: {
    entity: 'Property',
    statusColumn: 'status_id',
    columns: (status) => ({
      decontrol_status: status === PropertyStatus.Decontrol ? RequestStatus.NOT_SUBMITTED : null,
    }),
    twoPersonSetting: null,
    answersRepetition: false,
    detail: { path: propertyDetail, actions: 'actions' },
    ways: propertyWays,
  },
  PropertyDecontrol: {
    entity: 'Property',
    statusColumn: 'decontrol_status',
    columns: (status) => ({
      status_id:
        status >= RequestStatus.NOT_SUBMITTED && status !== RequestStatus.REJECTED
          ? PropertyStatus.Decontrol
          : PropertyStatus.Active,
    }),
    twoPersonSetting: null,
    answersRepetition: true,
    detail: { path: propertyDetail, actions: 'decontrolActions' },
    ways: decontrolWays,
  },
  ManagementCompanyAssetCertification: {
    entity: 'ManagementCompanyAssetCertification',
    statusColumn: 'status_id',
    columns: (status) => ({
      starts_on: status === 5 || status === 7 ? '2026-01-01' : null,
      expires_on: status === 5 || status === 7 ? '2027-12-31' : null,
    }),
    twoPersonSetting: 'certification_two_person',
    answersRepetition: false,
    detail: { path: `${certificationPath}/GetApplication/:id`, actions: 'actions' },
    ways: certificationWays,
  },
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

import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Drivers, reason, type Way } from '../ways.ts'

/** ST-24: the normal step to the status if there is one, otherwise the administrator's forced change. */
const propertyWays = Object.values(PropertyStatus).map(
  (to): Way => ({
    name: `ChangeStatus to ${to}`,
    path: '/api/projects/ChangeStatus',
    sample: (propertyId) => ({
      url: '/api/projects/ChangeStatus',
      body: { propertyId, statusId: to, ...reason },
    }),
    step: (_, from, { steps }) => {
      if (from === to) return null
      const step = Object.values(steps).find((step) => step.to === to && step.from.includes(from))
      return { name: step?.name ?? 'adminChange', to }
    },
  }),
)

const decontrolWays = [1, 2, 3, 4, 5, 6].flatMap((to): Way[] => {
  const step: Way['step'] = (_, __, { steps }) => ({
    name: Object.values(steps).find((step) => step.to === to)?.name ?? '',
  })
  const schedule = '/api/projects/UpdateDecontrolSchedule'
  return [
    {
      name: `UpdateDecontrolStatus to ${to}`,
      path: '/api/projects/UpdateDecontrolStatus/:propertyId/:decontrolStatus',
      sample: (propertyId) => ({
        url: `/api/projects/UpdateDecontrolStatus/${propertyId}/${to}`,
        body: reason,
      }),
      step,
    },
    {
      name: `UpdateDecontrolSchedule to ${to}`,
      path: `${schedule}/:projectId/:status`,
      sample: (propertyId) => ({
        url: `${schedule}/${propertyId}/${to}`,
        body: { stepReason: reason.reason },
      }),
      step,
    },
  ]
})

const propertyDetail = '/api/projects/GetProjectWithInclusions/:propertyId'

export const drivers: Drivers = {
  Property: {
    entity: 'Property',
    statusColumn: 'status_id',
    columns: (status) => ({
      decontrol_status: status === PropertyStatus.Decontrol ? RequestStatus.NOT_SUBMITTED : null,
    }),
    // A property with an open claim cannot leave the program, so its claims are closed first.
    around: 'update insurance_claim set status_id = 5 where property_id = $1 and status_id between 2 and 4',
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
}

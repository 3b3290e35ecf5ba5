import { stepTo } from '#kernel/model/workflow.ts'
import { type Drivers, reason, statusWays, type Way } from '../ways.ts'

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

export const drivers: Drivers = {
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
}

import type { AnyReview } from '#engines/review/model/index.ts'
import { findStepTo, getForcibleStatuses, isFiledByAgency } from '#engines/review/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { type Driver, type Drivers, reason, type Way } from './ways.ts'

/** The calls through which the steps of every reviewed record can be taken. A module adds its own calls. */

/** A way to take a step through a call whose path names the step and contains the record's id. */
export const stepWay = (path: string, step: Way['step'], body: object | undefined = reason): Way => ({
  name: path.split('/').slice(3).join(' '),
  path,
  sample: (id) => ({ url: path.replace(/:\w+/, String(id)), body }),
  step,
})

/** Ways to reach each status through a call that states the wanted status. */
export const statusWays = (
  name: string,
  path: string,
  statuses: readonly number[],
  sample: (id: number, statusId: number) => { url: string; body: object | undefined },
  step: (statusId: number) => Way['step'] = (to) => (actor, from, flow) => {
    const stepName = findStepTo(flow, from, to, actor)
    return stepName ? { name: stepName } : null
  },
): Way[] =>
  statuses.map((to) => ({ name: `${name} to ${to}`, path, sample: (id) => sample(id, to), step: step(to) }))

/** The forced change to a status. Null if the record already has it. */
export const forceTo =
  (to: number): Way['step'] =>
  (_, from) =>
    from === to ? null : { name: 'adminChange', to }

function getSharedWays(review: AnyReview): Way[] {
  const { path, flow, names = {} } = review
  const makeBody = (id: number, statusId: number) => ({ id, statusId, ...reason })
  const to = (status: number, ...actors: Parameters<Way['step']>) => {
    const [actor, from, flow] = actors
    const name = findStepTo(flow, from, status, actor)
    return name ? { name } : null
  }
  return [
    stepWay(`${path}/Submit/:id`, (actor) => ({
      name: isAgency(actor) && !isFiledByAgency(review) ? 'submitOnBehalf' : 'submit',
    })),
    stepWay(`${path}/UnSubmit/:id`, (actor) => ({ name: isAgency(actor) ? 'return' : 'recall' })),
    ...Object.values(flow.steps)
      .filter((step) => step.to !== null)
      .map(
        (step): Way => ({
          name: `Steps/${step.name}`,
          path: `${path}/Steps/:name`,
          sample: (id) => ({ url: `${path}/Steps/${step.name}`, body: { id, ...reason } }),
          step: () => ({ name: step.name }),
        }),
      ),
    {
      name: 'Review',
      path: `${path}/Review`,
      sample: (id) => ({ url: `${path}/Review`, body: { id, ...reason } }),
      step: (actor, from, flow) => to(from < 3 && flow.steps.startReview ? 3 : 4, actor, from, flow),
    },
    ...(names.changeStatus === null
      ? []
      : statusWays('ChangeStatus', `${path}/ChangeStatus`, flow.statuses, (id, statusId) => ({
          url: `${path}/ChangeStatus`,
          body: makeBody(id, statusId),
        }))),
    ...(flow.steps.adminChange
      ? statusWays(
          'ForceStatus',
          `${path}/ForceStatus`,
          getForcibleStatuses(flow),
          (id, statusId) => ({ url: `${path}/ForceStatus`, body: makeBody(id, statusId) }),
          forceTo,
        )
      : []),
  ]
}

/** The driver of a declared review: the shared ways with the module's own ways, columns and preparation. */
export function reviewDriver(
  declared: unknown,
  additions: Partial<Pick<Driver, 'ways' | 'columns' | 'around'>> = {},
): Drivers {
  const review = declared as AnyReview
  const { name: entity } = review.entity
  return {
    [entity]: {
      entity,
      statusColumn: 'status_id',
      columns: additions.columns ?? (() => ({})),
      ...(additions.around ? { around: additions.around } : {}),
      twoPersonSetting: review.settings.twoPerson?.key ?? null,
      answersRepetition: false,
      detail: { path: review.calls.one.path, actions: 'actions' },
      ways: [...getSharedWays(review), ...(additions.ways ?? [])],
    },
  }
}

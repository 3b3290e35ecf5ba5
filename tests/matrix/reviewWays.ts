import { isAgency } from '#kernel/model/access.ts'
import type { AnyReview } from '#review/model/index.ts'
import { forcible, isOfAgency, stepTo } from '#review/model/index.ts'
import { type Driver, type Drivers, reason, type Way } from './ways.ts'

/** How the calls that every filed record shares are asked for its steps; a subject adds its own calls. */

/** A call that names its step by the path, with the record's id there. */
export const stepWay = (path: string, step: Way['step'], body: object | undefined = reason): Way => ({
  name: path.split('/').slice(3).join(' '),
  path,
  sample: (id) => ({ url: path.replace(/:\w+/, String(id)), body }),
  step,
})

/** The ways that lead to each status by a call that names it. */
export const statusWays = (
  name: string,
  path: string,
  statuses: readonly number[],
  sample: (id: number, statusId: number) => { url: string; body: object | undefined },
  step: (statusId: number) => Way['step'] = (to) => (actor, from, flow) => {
    const stepName = stepTo(flow, from, to, actor)
    return stepName ? { name: stepName } : null
  },
): Way[] =>
  statuses.map((to) => ({ name: `${name} to ${to}`, path, sample: (id) => sample(id, to), step: step(to) }))

/** What a forced change takes; null where the record has the status already. */
export const forcedTo =
  (to: number): Way['step'] =>
  (_, from) =>
    from === to ? null : { name: 'adminChange', to }

function sharedWays(review: AnyReview): Way[] {
  const { path, flow, names = {} } = review
  const body = (id: number, statusId: number) => ({ id, statusId, ...reason })
  const to = (status: number, ...actors: Parameters<Way['step']>) => {
    const [actor, from, flow] = actors
    const name = stepTo(flow, from, status, actor)
    return name ? { name } : null
  }
  return [
    stepWay(`${path}/Submit/:id`, (actor) => ({
      name: isAgency(actor) && !isOfAgency(review) ? 'submitOnBehalf' : 'submit',
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
          body: body(id, statusId),
        }))),
    ...(flow.steps.adminChange
      ? statusWays(
          'ForceStatus',
          `${path}/ForceStatus`,
          forcible(flow),
          (id, statusId) => ({ url: `${path}/ForceStatus`, body: body(id, statusId) }),
          forcedTo,
        )
      : []),
  ]
}

/** The driver of a declared review, with the subject's own ways and columns. */
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
      ways: [...sharedWays(review), ...(additions.ways ?? [])],
    },
  }
}

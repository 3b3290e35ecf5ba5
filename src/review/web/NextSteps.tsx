import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { followFirst } from '#ui/form/ErrorSummary.tsx'
import { FormPartsContext, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import type { AnyReview } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { findReviewFaults, type Rules } from '../model/rules.ts'
import { getStanding, standingWords, undoes } from '../model/standing.ts'
import { forcible } from '../model/steps.ts'
import { outWords } from './Analyst.tsx'
import styles from './desk/desk.module.css'
import { type NextProps, useDeciding } from './desk/useDeciding.ts'
import type { AnyDetail, Pages } from './pages.ts'
import { askRecord } from './useRecord.ts'
import { useAskIfOut } from './work/useWork.ts'

const DecisionDialog = lazy(() =>
  import('./desk/DecisionDialog.tsx').then((item) => ({ default: item.DecisionDialog })),
)

export type StepProps = {
  review: AnyReview
  pages: Pages
  detail: AnyDetail
  /** Takes over the server's answer. */
  accept: (detail: AnyDetail) => void
  /** The record as last known; a review saved at once has changed it. */
  latest: () => AnyDetail
  refresh: () => Promise<unknown>
  /** A step of the agency is taken and no other record is opened: what follows is shown. */
  onEnded: () => void
}

const approvals: readonly string[] = ['approve', 'approveDirectly']

/**
 * What this person may do next with the record; who sees it as its company does sees nothing of the agency's.
 */
export function NextSteps(props: NextProps) {
  const { review, pages, detail, refresh } = props
  const agency = useIsAgency()
  const { deciding, problem, next, begin, decide, close } = useDeciding(props)
  const waiting = pages.notOffered?.(detail) ?? []
  const open = detail.actions.filter(
    ({ name }) => !waiting.includes(name) && (agency || !review.flow.steps[name]?.by.startsWith('agency')),
  )
  const bar = (amount: number | null) => (
    <ActionBar
      actions={open.filter((action) => action.name !== 'adminChange').map((action) => priced(action, amount))}
      run={(action, reason) => decide(action, { reason }, next)}
      opens={begin}
      {...(agency ? { warns: (action: Action) => askStanding(props, action.to) } : {})}
      byKey={agency}
    >
      {pages.Actions && <pages.Actions detail={detail} refresh={refresh} />}
      {open.some((action) => action.name === 'adminChange') && <ForceStatus {...props} />}
    </ActionBar>
  )
  return (
    <>
      <p role="alert" className={styles.refused}>
        {problem.join(' ')}
      </p>
      <Amount {...props}>{bar}</Amount>
      {deciding && (
        <Suspense fallback={null}>
          <DecisionDialog
            {...props}
            {...deciding}
            next={next}
            decide={(...parameters) => decide(deciding.action, ...parameters)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** An approval says how much it approves. */
const priced = (action: Action, amount: number | null): Action =>
  amount !== null && approvals.includes(action.name)
    ? { ...action, label: `${action.label} ${formatMoney(amount)}` }
    : action

type AmountProps = Pick<StepProps, 'pages' | 'detail'> & { children: (amount: number | null) => ReactNode }

/** The amount that an approval would approve; within the review it follows the typed values. */
function Amount({ pages, detail, children }: AmountProps) {
  const parts = useContext(FormPartsContext)
  if (parts && pages.amount)
    return (
      <TypedAmount pages={pages} detail={detail}>
        {children}
      </TypedAmount>
    )
  return children(pages.amount?.(detail, null) ?? null)
}

function TypedAmount({ pages, detail, children }: AmountProps) {
  const watch = useWatch({ control: useFormParts().form.control })
  return children(pages.amount?.(detail, watch) ?? null)
}

/** Steps that the rules of the review must allow. */
const checked: readonly string[] = ['review', 'approve', 'approveDirectly']

/**
 * The same within the review: obstacles to a step are shown at their fields, and the first one takes the
 * focus.
 */
export function SavingSteps(props: StepProps) {
  const { review, latest } = props
  const { applyFaults } = useFormActions()
  const parts = useFormParts()
  const show = (faults: readonly Fault[]) => {
    applyFaults(faults)
    // Once the summary above the review has said all of them.
    if (faults.length > 0) requestAnimationFrame(() => followFirst(parts, faults))
    return faults.length > 0
  }
  const before = ({ name }: Action) => {
    const rules = (checked.includes(name) ? (review.reviewRules ?? {}) : {}) as Rules<AnyDetail, AnyDetail>
    return !show(findReviewFaults(rules, latest(), latest()))
  }
  return <NextSteps {...props} before={before} refused={({ faults }) => show(faults)} />
}

/**
 * The notice before an undo: the decisions that depend on the record; null, with a notice, if they could not
 * be loaded.
 */
async function askStanding(
  { review, detail }: Pick<StepProps, 'review' | 'detail'>,
  to: number | null,
): Promise<string | null> {
  if (to === null || !undoes(detail.statusId, to)) return ''
  try {
    return standingWords(
      await ask(getStanding, { params: { kind: review.name, id: getReviewKey(review.entity, detail) } }),
    )
  } catch (error) {
    notify(refusalWords(error).join(' '), { kind: 'warning' })
    return null
  }
}

/** The administrator's forced change of status. */
function ForceStatus({ review, detail, accept, latest }: StepProps) {
  const confirm = useConfirm()
  const { flow, labelOf: getLabel, calls, entity } = review
  const otherRows = forcible(flow).filter((status) => status !== detail.statusId)
  const [status, setStatus] = useState(otherRows[0] ?? 1)
  const change = async () => {
    const warning = await askStanding({ review, detail }, status)
    if (warning === null) return
    await confirm({
      title: `Force the status to ${getLabel(status, null)}?`,
      text: [flow.steps.adminChange?.confirm, warning].filter(Boolean).join(' '),
      confirmLabel: 'Force status',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 4000 },
      action: async (reason) => {
        const body = { id: getReviewKey(entity, detail), statusId: status, reason, version: latest().version }
        // The dialog says why it was refused; a failure shows the usual notice (ERR-01).
        accept(await askRecord(calls.forceStatus, { body }, { quiet: false }))
        notify('The status is changed.')
      },
    })
  }
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Status to force"
        value={String(status)}
        onChange={(event) => setStatus(Number(event.currentTarget.value))}
        data={otherRows.map((number) => ({ value: String(number), label: getLabel(number, null) }))}
      />
      <Button variant="subtle" color="red" onClick={() => void change()}>
        Force status
      </Button>
    </Group>
  )
}

/**
 * An action outside of the forms: a failure shows the usual notice (ERR-01), and the server's words stay next
 * to it.
 */
function useAction() {
  const [labels, setLabels] = useState<readonly string[]>([])
  const run = async (action: () => Promise<void>) => {
    setLabels([])
    await action().catch((error: unknown) => setLabels(refusalWords(error)))
  }
  const refusal = (
    <span role="alert" className={styles.refused}>
      {labels.join(' ')}
    </span>
  )
  return { run, refusal }
}

const NOBODY = '0'
const NOBODY_YET = 'Nobody yet'

/** Who reviews the record; the agency gives it to one of its analysts. */
export function Analyst({ review, detail, accept, latest }: StepProps) {
  const readOnly = useReadOnly()
  const { run, refusal } = useAction()
  const askIfOut = useAskIfOut()
  const { data: analysts = [] } = useQuery({
    ...buildCallQuery(review.calls.analysts, {}),
    enabled: detail.canAssign,
  })
  if (!detail.canAssign || readOnly || detail.decided) return detail.reviewerName ?? NOBODY_YET
  const assign = async (userId: number) => {
    const analyst = analysts.find((item) => item.userId === userId)
    if (analyst && !(await askIfOut(analyst))) return
    const body = {
      id: getReviewKey(review.entity, detail),
      userId: userId || null,
      version: latest().version,
    }
    await run(async () => {
      accept(await askRecord(review.calls.assign, { body }, { quiet: false }))
      notify('The analyst is changed.')
    })
  }
  const assigned = String(detail.reviewerId ?? NOBODY)
  const analystOptions = analysts.map(({ userId, name, out }) => ({
    value: String(userId),
    label: out ? `${name} (${outWords(out)})` : name,
  }))
  const absent = assigned !== NOBODY && !analystOptions.some((item) => item.value === assigned)
  return (
    <>
      <NativeSelect
        aria-label="Analyst"
        size="xs"
        value={assigned}
        onChange={(event) => void assign(Number(event.currentTarget.value))}
        data={[
          { value: NOBODY, label: NOBODY_YET },
          ...(absent ? [{ value: assigned, label: detail.reviewerName ?? '' }] : []),
          ...analystOptions,
        ]}
      />
      {refusal}
    </>
  )
}

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
import { describeDependentDecisions, getStanding, isUndoingStep } from '../model/dependents.ts'
import type { AnyReview } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { findReviewFaults, type Rules } from '../model/rules.ts'
import { getForcibleStatuses } from '../model/steps.ts'
import { describeAbsence } from './Analyst.tsx'
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
  /** Shows the record that the server returned. */
  accept: (detail: AnyDetail) => void
  /** Returns the newest known record, which a save may have changed since the last rendering. */
  latest: () => AnyDetail
  /** Loads the record again. */
  refresh: () => Promise<unknown>
  /** Called after a step of the agency if no other record is opened, so that links to continue are shown. */
  onEnded: () => void
}

const approvals: readonly string[] = ['approve', 'approveDirectly']

/**
 * The buttons for the steps that this person may take. People who see the record as its company does get no
 * steps of the agency.
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
      actions={open
        .filter((action) => action.name !== 'adminChange')
        .map((action) => addAmountToLabel(action, amount))}
      run={(action, reason) => decide(action, { reason }, next)}
      opens={begin}
      {...(agency ? { warns: (action: Action) => loadUndoWarning(props, action.to) } : {})}
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
      {agency && detail.blockedSteps.length > 0 && (
        <p className={styles.blocked}>
          {detail.blockedSteps.map(({ label, message }) => `${label}: ${message}`).join(' ')}
        </p>
      )}
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

/** Adds the amount to the label of an approval. */
const addAmountToLabel = (action: Action, amount: number | null): Action =>
  amount !== null && approvals.includes(action.name)
    ? { ...action, label: `${action.label} ${formatMoney(amount)}` }
    : action

type AmountProps = Pick<StepProps, 'pages' | 'detail'> & { children: (amount: number | null) => ReactNode }

/** Passes the amount that an approval would approve; within the review form it follows the typed values. */
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

/** Steps before which the rules of the review are checked. */
const checkedSteps: readonly string[] = ['review', 'approve', 'approveDirectly']

/**
 * The step buttons within the review form: faults that prevent a step are shown at their fields, and the
 * first of these fields gets the focus.
 */
export function SavingSteps(props: StepProps) {
  const { review, latest } = props
  const { applyFaults } = useFormActions()
  const parts = useFormParts()
  const show = (faults: readonly Fault[]) => {
    applyFaults(faults)
    // The focus moves after the summary above the review has shown all faults.
    if (faults.length > 0) requestAnimationFrame(() => followFirst(parts, faults))
    return faults.length > 0
  }
  const before = ({ name }: Action) => {
    const rules = (checkedSteps.includes(name) ? (review.reviewRules ?? {}) : {}) as Rules<
      AnyDetail,
      AnyDetail
    >
    return !show(findReviewFaults(rules, latest(), latest()))
  }
  return <NextSteps {...props} before={before} refused={({ faults }) => show(faults)} />
}

/**
 * Returns the warning before a step that undoes a decision: the decisions that depend on the record. Empty
 * for other steps. If they cannot be loaded, it shows a notice and returns null.
 */
async function loadUndoWarning(
  { review, detail }: Pick<StepProps, 'review' | 'detail'>,
  to: number | null,
): Promise<string | null> {
  if (to === null || !isUndoingStep(detail.statusId, to)) return ''
  try {
    return describeDependentDecisions(
      await ask(getStanding, { params: { kind: review.name, id: getReviewKey(review.entity, detail) } }),
    )
  } catch (error) {
    notify(refusalWords(error).join(' '), { kind: 'warning' })
    return null
  }
}

/** The controls with which an administrator forces a status. */
function ForceStatus({ review, detail, accept, latest }: StepProps) {
  const confirm = useConfirm()
  const { flow, labelOf: getLabel, calls, entity } = review
  const otherStatuses = getForcibleStatuses(flow).filter((status) => status !== detail.statusId)
  const [status, setStatus] = useState(otherStatuses[0] ?? 1)
  const change = async () => {
    const warning = await loadUndoWarning({ review, detail }, status)
    if (warning === null) return
    await confirm({
      title: `Force the status to ${getLabel(status, null)}?`,
      text: [flow.steps.adminChange?.confirm, warning].filter(Boolean).join(' '),
      confirmLabel: 'Force status',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 4000 },
      action: async (reason) => {
        const body = { id: getReviewKey(entity, detail), statusId: status, reason, version: latest().version }
        // The dialog shows the reason of a refusal, and a failure shows the usual notice (ERR-01).
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
        data={otherStatuses.map((number) => ({ value: String(number), label: getLabel(number, null) }))}
      />
      <Button variant="subtle" color="red" onClick={() => void change()}>
        Force status
      </Button>
    </Group>
  )
}

/**
 * Runs actions outside of forms. A failure shows the usual notice (ERR-01), and `refusal` shows the server's
 * message next to the control.
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

/** Shows the analyst of the record. The agency can assign another analyst here. */
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
    label: out ? `${name} (${describeAbsence(out)})` : name,
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

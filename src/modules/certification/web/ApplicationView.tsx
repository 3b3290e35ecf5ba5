import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useRef } from 'react'
import { notify } from '#kernel/web/notices.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { getApplication } from '../model/calls.ts'
import { flow } from '../model/flow.ts'
import styles from './certification.module.css'
import { StateChip } from './columns.tsx'
import { DecisionPaper } from './DecisionPaper.tsx'
import { Documents } from './Documents.tsx'
import { contentShape, valuesOf } from './formSchema.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { NextSteps, type Run, SavingActions, send } from './NextSteps.tsx'
import { ProfileSections } from './ProfileSections.tsx'
import { RequestSections } from './RequestSections.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { ScoreTable } from './ScoreTable.tsx'
import { companyPath, type Detail } from './types.ts'
import { WhereItStands } from './WhereItStands.tsx'

/** An application as filed: what it says, where it stands, what this person may do with it next, and its whole history. */
export function ApplicationView({ detail }: { detail: Detail }) {
  const client = useQueryClient()
  const id = detail.managementCompanyAssetCertificationId
  // A saved review raises the version before the screen is drawn again; a step taken at once must know it.
  const latest = useRef(detail)
  latest.current = detail
  const accept = (saved: Detail) => {
    latest.current = saved
    client.setQueryData(queryOf(getApplication, { params: { id } }).queryKey, saved)
  }
  const run: Run = async (action, reason) => {
    await send(action, { id, statusId: detail.statusId, reason, version: latest.current.version })
    await client.invalidateQueries({ queryKey: ['managementcompanyassetcertification'] })
    notify(flow.steps[action.name]?.done ?? 'Done')
  }
  return (
    <Screen
      title={`Certification application ${detail.applicationNumber}`}
      breadcrumbs={[{ label: `${detail.companyName}: certification`, to: companyPath(detail) }]}
      actions={<StateChip line={detail} />}
    >
      <WhereItStands detail={detail} />
      {detail.decisionDocument && (
        // Of its own: the paper must not put a skeleton in the place of the whole application.
        <Suspense fallback={null}>
          <DecisionPaper detail={detail} />
        </Suspense>
      )}
      <div className={styles.review}>
        {detail.canReview ? (
          <ReviewPanel detail={detail} accept={accept}>
            <SavingActions detail={detail} run={run} />
          </ReviewPanel>
        ) : (
          <Standing detail={detail} run={run} />
        )}
        <Filed detail={detail} />
      </div>
      <HistoryPanel applicationId={id} version={detail.version} />
    </Screen>
  )
}

/** Beside what was filed: the score, and what can be done next. Empty where there is neither. */
function Standing({ detail, run }: { detail: Detail; run: Run }) {
  const readOnly = useReadOnly()
  const acts = detail.actions.length > 0 && !readOnly
  if (!detail.standing && !acts) return null
  return (
    <section className={styles.panel} aria-labelledby="standing-heading">
      <h2 id="standing-heading">{detail.standing ? 'Score' : 'Next'}</h2>
      {detail.standing && <ScoreTable standing={detail.standing} />}
      <NextSteps detail={detail} run={run} />
    </section>
  )
}

/** What was filed, in the sections of the form. */
function Filed({ detail }: { detail: Detail }) {
  const values = useMemo(() => valuesOf(detail), [detail])
  return (
    <Form schema={contentShape} values={values} readOnly label="Application">
      <Stack gap="md">
        <ProfileSections />
        <RequestSections detail={detail} />
        <Documents detail={detail} />
      </Stack>
    </Form>
  )
}

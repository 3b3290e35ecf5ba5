import { Stack } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { ask } from '#kernel/web/api.ts'
import { useSession } from '#kernel/web/hooks.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { saveReview } from '../model/calls.ts'
import { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { recommendations } from '../model/terms.ts'
import styles from './certification.module.css'
import { ScoreTable } from './ScoreTable.tsx'
import type { Detail } from './types.ts'

const shape = ManagementCompanyAssetCertification.row.pick({
  occupancyMark: true,
  inspectionMark: true,
  timelinessMark: true,
  financialMark: true,
  trainingMark: true,
  recommendation: true,
  recommendationComment: true,
  agencyComments: true,
  termMonths: true,
})
type Values = z.infer<typeof shape>
const names = Object.keys(shape.shape) as (keyof Values)[]

/**
 * The reviewer's part: marks, recommendation and term, with the score they make. `accept` takes over the saved
 * application; `children` are what can be done next, so that a step saves first.
 */
export function ReviewPanel({
  detail,
  accept,
  children,
}: {
  detail: Detail
  accept: (detail: Detail) => void
  children: ReactNode
}) {
  const { userId } = useSession()
  const id = detail.managementCompanyAssetCertificationId
  const values = useMemo(
    () => ({ version: detail.version, ...Object.fromEntries(names.map((name) => [name, detail[name]])) }),
    [detail],
  )
  const save = async (sent: Record<string, unknown>) => {
    const given = Object.fromEntries(names.map((name) => [name, sent[name]])) as Values
    accept(await ask(saveReview, { body: { ...given, id, version: detail.version } }, { quiet: true }))
  }
  const portalKnows = detail.known?.averageInspectionScore != null
  return (
    <section className={styles.panel} aria-labelledby="review-heading">
      <h2 id="review-heading">Review</h2>
      {detail.standing && <ScoreTable standing={detail.standing} />}
      <Form
        schema={shape}
        values={values}
        onSave={save}
        draftKey={`${userId}/review/certification/${id}`}
        label="Review"
      >
        <Stack gap="sm">
          <ErrorSummary />
          <FieldRow>
            <Field name="occupancyMark" label="Mark for occupancy" width={150} />
            {!portalKnows && <Field name="inspectionMark" label="Mark for inspections" width={150} />}
            <Field name="timelinessMark" label="Mark for timeliness" width={150} />
            <Field name="financialMark" label="Mark for finances" width={150} />
            <Field name="trainingMark" label="Mark for training" width={150} />
          </FieldRow>
          <FieldRow>
            <Field
              name="recommendation"
              options={recommendations.map((value) => ({ value, label: value }))}
              placeholder="Choose"
            />
            <Field name="termMonths" width={120} />
          </FieldRow>
          <FieldRow>
            <Field name="recommendationComment" rows={2} />
          </FieldRow>
          <FieldRow>
            <Field name="agencyComments" rows={2} />
          </FieldRow>
          <FormButtons save="Save review" />
          {children}
        </Stack>
      </Form>
    </section>
  )
}

import { useMemo } from 'react'
import { Link } from 'react-router'
import { Letters } from '#core/correspondence/letters/web/index.ts'
import { Documents } from '#core/platform/files/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import {
  getDetail,
  getLastRelatedInspection,
  type InspectionDetail,
  type InspectionLine,
} from '../model/calls.ts'
import { ComplianceInspection, Inspection8823Date, InspectionFinding } from '../model/entities.ts'
import {
  getInspectionNumber,
  getInspectionPath,
  InspectionStatus,
  inspectionStatusLabels,
} from '../model/rules.ts'
import { recordVisit } from '../model/stepCalls.ts'
import { Findings } from './Findings.tsx'
import { Forms } from './Forms.tsx'
import { InspectionActions } from './InspectionActions.tsx'
import { LetterDates } from './LetterDates.tsx'
import { RecordFoot, RecordLine } from './RecordLine.tsx'
import { Sample } from './Sample.tsx'
import { getStatusTone, labelHistorySteps } from './words.ts'

const timelineOptions = { entities: [ComplianceInspection, InspectionFinding, Inspection8823Date] }
const TABS = ['Findings', 'Sample', 'Form 8823', 'Letters', 'Documents', 'History']
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/**
 * The screen of one inspection with tabs for findings, sample, Forms 8823, letters, documents and history.
 */
export default function Inspection() {
  const { inspectionId } = useNumericParams('inspectionId')
  const inspection = useCall(getDetail, { params: { id: inspectionId } })
  const { propertyId } = inspection
  const last = useCall(getLastRelatedInspection, { params: { propertyId, inspectionId } })
  const acts = useMay(recordVisit)
  const [tab, setTab] = useAddressValue('tab', getFirstTab(inspection), TABS)
  return (
    <Screen
      title={inspection.number}
      of={inspection.propertyName}
      breadcrumbs={[{ label: 'Inspections', to: `/inspection/list/${inspection.propertyId}` }]}
      chips={
        <Chip color={getStatusTone(inspection.statusId)}>{inspectionStatusLabels[inspection.statusId]}</Chip>
      }
      facts={getFacts(inspection, last)}
      actions={
        <>
          {acts && <InspectionActions inspection={inspection} />}
          <PrintButton />
        </>
      }
    >
      <RecordLine inspection={inspection} last={last} />
      <Tabs label="Parts of the inspection" tabs={getTabs(inspection)} value={tab} onChange={setTab}>
        <Part tab={tab} inspection={inspection} acts={acts} />
      </Tabs>
      <RecordFoot inspection={inspection} />
    </Screen>
  )
}

const getFirstTab = ({ statusId }: InspectionDetail): string =>
  statusId < InspectionStatus.VISITED ? 'Sample' : 'Findings'

const getTabs = ({ findings, units, forms, letterDates }: InspectionDetail) => [
  { label: 'Findings', count: findings.length },
  { label: 'Sample', count: units.length },
  { label: 'Form 8823', count: forms.length },
  { label: 'Letters', count: letterDates.length },
  { label: 'Documents' },
  { label: 'History' },
]

const getFacts = (inspection: InspectionDetail, last: InspectionLine | null) =>
  [
    { label: 'Type', value: inspection.inspectionType },
    { label: 'Standard', value: inspection.standard },
    { label: 'Company', value: inspection.managementCompanyName },
    { label: 'Together with', value: inspection.jointWith },
    { label: 'Buildings', value: inspection.buildingsLookedAt },
    {
      label: 'Files',
      value:
        inspection.filesToReview &&
        `${inspection.filesReviewed ?? 0} of ${inspection.filesToReview} reviewed`,
    },
    { label: 'Report', value: day(inspection.reportedOn) },
    { label: 'Time to cure', value: inspection.cureBy && `until ${day(inspection.cureBy)}` },
    {
      label: 'Visit before',
      value: last && (
        <Link to={getInspectionPath(last.complianceInspectionId)}>{describeLastVisit(last)}</Link>
      ),
    },
    {
      label: 'Follows',
      value: inspection.relatedInspectionId && (
        <Link to={getInspectionPath(inspection.relatedInspectionId)}>
          {getInspectionNumber(inspection.relatedInspectionId)}
        </Link>
      ),
    },
    { label: 'Comments for the report', value: inspection.comments, wide: true },
    { label: 'Note of the agency', value: inspection.internalNote, wide: true },
  ].filter((fact) => fact.value)

const describeLastVisit = ({ number, visitedOn, score }: InspectionLine): string =>
  [`${number}, ${day(visitedOn)}`, score === null ? '' : `score ${score}`].filter(Boolean).join(', ')

type PartProps = { inspection: InspectionDetail; acts: boolean }

function Part({ tab, ...shown }: PartProps & { tab: string }) {
  if (tab === 'Sample') return <Sample {...shown} />
  if (tab === 'Form 8823') return <Forms {...shown} />
  if (tab === 'Letters') return <LettersPart {...shown} />
  if (tab === 'Documents') return <DocumentsPart {...shown} />
  if (tab === 'History') return <History {...shown} />
  return <Findings {...shown} />
}

const LettersPart = ({ inspection, acts }: PartProps) => (
  <>
    <LetterDates inspection={inspection} acts={acts} />
    <Letters letters={inspection.letters} />
  </>
)

function DocumentsPart({ inspection, acts }: PartProps) {
  const readOnly = useReadOnly()
  const { complianceInspectionId: moduleId, propertyId, statusId, mayAnswer } = inspection
  return (
    <Documents
      of={{ moduleName: 'ComplianceInspection', moduleId, propertyId }}
      editable={!readOnly && (acts || mayAnswer) && statusId !== InspectionStatus.CLOSED}
    />
  )
}

function History({ inspection: { history } }: PartProps) {
  return (
    <Timeline
      entries={useMemo(() => buildTimeline(labelHistorySteps(history), timelineOptions), [history])}
    />
  )
}

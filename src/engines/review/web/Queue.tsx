import { Button } from '@mantine/core'
import { type ComponentType, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Call } from '#kernel/model/call.ts'
import { isDecided, isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { firstInOrder, type Stop, setRecordOrder } from '#ui/frame/recordOrder.ts'
import { withProps } from '#ui/frame/withProps.ts'
import { DataTable, type DataTableProps, type TabContent } from '#ui/table/DataTable.tsx'
import type { SelectBar, TableSelect } from '#ui/table/SelectionBar.tsx'
import type { TableTab } from '#ui/table/tableState.ts'
import { type AnyReview, freshPath, openPath } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { inSentence } from '../model/words.ts'
import { NewRecord, NoneYet } from './NewRecord.tsx'
import { OfferButton } from './Offer.tsx'
import { ANALYST, ReviewPage, UNASSIGNED } from './Paged.tsx'
import { type AnyLine, anyReview, type ListingOf, type QueueTab } from './pages.ts'
import { ActionsBar } from './work/ActionsBar.tsx'
import { useWork } from './work/useWork.ts'

const isLineWithAgency = ({ statusId }: AnyLine) => isWithAgency(statusId)
const buildStatusTab = ({ labelOf: getLabel }: AnyReview, status: number) => ({
  label: getLabel(status, null),
  match: ({ statusId }: AnyLine) => statusId === status,
})

/** The tabs of a company's queue. */
const getCompanyTabs = (review: AnyReview) => [
  { label: 'All', match: () => true },
  buildStatusTab(review, RequestStatus.NOT_SUBMITTED),
  { label: 'With the agency', match: isLineWithAgency },
  ...review.flow.statuses.filter(isDecided).map((status) => buildStatusTab(review, status)),
]

/** The tabs of the agency's queue: records with the agency first, then a tab for each status. */
const getAgencyTabs = (review: AnyReview): QueueTab<AnyLine>[] => [
  { label: 'To do', match: isLineWithAgency },
  ...review.flow.statuses
    .filter((status) => status !== RequestStatus.NOT_SUBMITTED)
    .map((status) =>
      isDecided(status)
        ? { label: review.labelOf(status, null), served: { status } }
        : buildStatusTab(review, status),
    ),
  buildStatusTab(review, RequestStatus.NOT_SUBMITTED),
  { label: 'All', served: {} },
]

/** The column by which queues are first sorted, oldest first. */
const FIRST_SORT = 'Age in days'
const getAnalyst = (line: AnyLine): string => line.reviewerName ?? UNASSIGNED

type QueueProps<R> = { review: R; pages: ListingOf<R> }

/** The queue of all records in scope, or of those of one part that the review declares. */
export function Queue<R>({
  review: declared,
  pages,
  part,
  ...more
}: QueueProps<R> & { part?: string } & TableOptions) {
  const { columns, tabs } = pages
  const queueProps = { review: anyReview(declared), columns: columns as never, part, ...more }
  return useIsAgency() ? (
    <AgencyQueue {...queueProps} agencyTabs={tabs as never} />
  ) : (
    <CompanyQueue {...queueProps} />
  )
}

type QueueListProps = { review: AnyReview; part: string | undefined } & Pick<ListContent, 'columns'> &
  TableOptions

/** A company's queue, which loads all its records. */
function CompanyQueue({ part, ...listProps }: QueueListProps) {
  const { review } = listProps
  const rows = useCall(review.calls.list, { query: { part } }) as AnyLine[]
  const tabs = useMemo(() => getCompanyTabs(review), [review])
  return <Table {...listProps} tabs={tabs} rows={rows} />
}

/**
 * The agency's queue. It loads all open records, while the server searches and pages the tabs with decided
 * records and with all records.
 */
function AgencyQueue(props: QueueListProps & { agencyTabs: readonly QueueTab<AnyLine>[] | undefined }) {
  const { review, part, agencyTabs } = props
  const rows = useCall(review.calls.list, { query: { open: true, part } }) as AnyLine[]
  const { counts } = useCall(review.calls.page, { query: { fetchCount: 1, part } })
  const tabs = useMemo(
    () =>
      (agencyTabs ?? getAgencyTabs(review)).map((tab): TableTab<AnyLine> => {
        if ('match' in tab) return tab
        const { status, part: tabPart } = tab.served
        const inTab = counts.filter((count) => status === undefined || count.statusId === status)
        const count = inTab.reduce(
          (sum, item) => sum + ((tabPart ? item.parts?.[tabPart] : item.count) ?? 0),
          0,
        )
        const content = (list: TabContent) => (
          <ReviewPage
            key={tab.label}
            {...getReviewTable(review)}
            {...props}
            {...list}
            part={part}
            {...tab.served}
            firstSort={FIRST_SORT}
          />
        )
        return { label: tab.label, match: () => false, count, content }
      }),
    [review, agencyTabs, counts, props, part],
  )
  return <Table {...props} tabs={tabs} rows={rows} />
}

/** Returns the queue of a review as a component without props, for use as the content of a tab. */
export const getReviewQueue = <R,>(queueProps: QueueProps<R>): ComponentType =>
  withProps(Queue<R>, queueProps) as ComponentType

/**
 * Returns a component that lists the records of one property and offers to begin one, as content of a tab.
 */
export const getPropertyRecords = <R,>(queueProps: QueueProps<R>): ComponentType<{ propertyId: number }> =>
  withProps(PropertyRecords<R>, queueProps)

function PropertyRecords<R>({ review: declared, pages, propertyId }: QueueProps<R> & { propertyId: number }) {
  const review = anyReview(declared)
  const { calls, entity, routes } = review
  const rows = useCall(calls.ofProperty as Call, { params: { propertyId } } as never) as AnyLine[]
  // The property is already shown in the header.
  const columns = useMemo(() => pages.columns.filter(({ label }) => label !== 'Property'), [pages])
  return (
    <section aria-label={`${entity.label}s`}>
      <h2>{entity.label}s</h2>
      <Table
        review={review}
        columns={columns as never}
        rows={rows}
        plain
        height="none"
        // The button below begins a record at this property or says why none can be begun.
        empty={`No ${inSentence(entity.label)} yet.`}
      />
      {routes.fresh && (
        <OfferButton
          review={review}
          begun={{ propertyId }}
          refusedTitle={`No new ${inSentence(entity.label)} can be begun here now`}
        >
          <Button component={Link} to={freshPath(review, propertyId)} variant="default" mt="sm">
            New {inSentence(entity.label)}
          </Button>
        </OfferButton>
      )}
    </section>
  )
}

type ListContent = Pick<DataTableProps<AnyLine>, 'columns' | 'rows' | 'tabs'>
type TableOptions = Partial<Pick<DataTableProps<AnyLine>, 'caption' | 'empty' | 'tools' | 'plain' | 'height'>>

const getStop = (review: AnyReview, line: AnyLine): Stop => ({
  path: openPath(review, line),
  label: `${line.requestNumber} ${line.subject}`,
})

/** The caption, keys, links and file name of the tables with a review's records. */
export const getReviewTable = (review: AnyReview) => ({
  caption: `${review.entity.label}s`,
  rowKey: (line: AnyLine) => getReviewKey(review.entity, line),
  to: (line: AnyLine) => openPath(review, line),
  csvName: `${review.entity.label}s`.toLowerCase().replaceAll(' ', '-'),
  onShown: (lines: readonly AnyLine[]) => setRecordOrder(lines.map((line) => getStop(review, line))),
})

/** The table of records with the queue's tabs, filters and actions. */
function Table({
  review,
  columns,
  tabs = [],
  rows,
  ...more
}: { review: AnyReview } & TableOptions & ListContent) {
  const agency = useIsAgency()
  const filters = useMemo(() => {
    const values = [...new Set(rows.map(getAnalyst))].sort()
    return agency
      ? [{ label: ANALYST, values, match: (line: AnyLine, name: string) => getAnalyst(line) === name }]
      : []
  }, [agency, rows])
  const select: TableSelect<AnyLine> = {
    label: (line) => line.requestNumber,
    bar: (bar) => <QueueBar review={review} {...bar} />,
  }
  return (
    <DataTable
      {...getReviewTable(review)}
      rows={rows}
      columns={columns}
      {...(more.plain ? {} : { tabs, filters })}
      {...(agency && !more.plain ? { select } : {})}
      alphabet={(line) => line.subject}
      initialSort={{ sortBy: FIRST_SORT, descending: true }}
      empty={<NoneYet review={review} />}
      {...more}
      tools={
        <>
          {more.tools}
          {!more.plain && <NewRecord kind={review.name} />}
        </>
      }
    />
  )
}

/** The bar with the actions for the selected records of a queue. */
function QueueBar({ review, chosen, rowKeys, clear }: SelectBar<AnyLine> & { review: AnyReview }) {
  const navigate = useNavigate()
  const { data: work } = useWork()
  const records = chosen.map((line) => {
    const id = getReviewKey(review.entity, line)
    const waiting = work?.rows.find((row) => row.kind === review.name && row.id === id)
    const { requestNumber: number, version, reviewerId } = line
    return { kind: review.name, id, number, version, reviewerId, steps: waiting?.steps ?? [] }
  })
  const open = () => {
    if (chosen.length > 0) setRecordOrder(chosen.map((line) => getStop(review, line)))
    const first = firstInOrder()
    if (first) void navigate(first.path)
  }
  return <ActionsBar chosen={records} clear={clear} rowKeys={rowKeys} onOpen={open} />
}

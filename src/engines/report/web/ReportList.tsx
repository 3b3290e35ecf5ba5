import { Suspense, use, useState } from 'react'
import { Link } from 'react-router'
import { hasPermission } from '#kernel/model/access.ts'
import { slot } from '#kernel/web/module.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { type SavedView, ViewStoreContext } from '#ui/table/viewStore.ts'
import { getReportPath, type ReportFacts, reportGroups } from '../model/facts.ts'
import { MailedToMe } from './MailedToMe.tsx'
import { MailingDialog, type ReportToMail } from './MailingDialog.tsx'
import { Mailings } from './Mailings.tsx'
import styles from './report.module.css'

const allReports = slot('reports')

/** The screen of all reports the person may read, and of saved reports with their mailings. */
export default function ReportList() {
  const session = useSession()
  const [mailed, setMailed] = useMailed()
  const readable = allReports().filter(
    ({ permission }) => !permission || hasPermission(session, permission, 'read'),
  )
  return (
    <Screen title="Reports">
      <div className={styles.lists}>
        {reportGroups.map((group) => (
          <ReportGroup
            key={group}
            title={group}
            reports={readable.filter((reportEntry) => reportEntry.group === group)}
          />
        ))}
        <SavedReports reports={readable} onMail={setMailed} />
      </div>
      <Suspense fallback={<ScreenSkeleton rows={2} />}>
        <Mailings onChange={(line) => setMailed({ ...line, line })} />
        <MailedToMe />
      </Suspense>
      {mailed && <MailingDialog key={mailed.savedViewId} mailed={mailed} onClose={() => setMailed(null)} />}
    </Screen>
  )
}

/**
 * Returns the saved report whose mailing is open, and its setter. It is chosen on this screen, or named by
 * `mail` in the address, as the screens of reports link here.
 */
function useMailed() {
  const [viewId, setViewId] = useAddressValue('mail', '')
  const [mailed, setMailed] = useState<ReportToMail | null>(null)
  const view = use(ViewStoreContext)?.views?.find(({ id }) => String(id) === viewId)
  const addressed = view && { savedViewId: view.id, viewName: view.name, line: null }
  const set = (mailed: ReportToMail | null) => {
    setViewId('')
    setMailed(mailed)
  }
  return [mailed ?? addressed ?? null, set] as const
}

function ReportGroup({ title, reports }: { title: string; reports: readonly ReportFacts[] }) {
  if (reports.length === 0) return null
  const orderedReports = reports.toSorted((report, other) => report.number - other.number)
  return (
    <Section title={title}>
      <ul className={styles.list}>
        {orderedReports.map((report) => (
          <li key={report.number}>
            <Link to={getReportPath(report)}>{report.title}</Link>
            <span>{report.summary}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The saved views of reports: the person's own and those shared by colleagues. */
function SavedReports({
  reports,
  onMail,
}: {
  reports: readonly ReportFacts[]
  onMail: (mailed: ReportToMail) => void
}) {
  const store = use(ViewStoreContext)
  const reportsByPath = new Map(reports.map((report) => [getReportPath(report).toLowerCase(), report]))
  const views = store?.views?.filter(({ list }) => reportsByPath.has(list)) ?? []
  const ownViews = views.filter(({ mine }) => mine)
  const sharedViews = views.filter(({ mine }) => !mine)
  return (
    <Section title="Saved">
      {views.length === 0 && (
        <p>Choose what a report shows, then save it under Views. Saved reports are listed here.</p>
      )}
      <SavedList views={ownViews} paths={reportsByPath} onMail={onMail} />
      {sharedViews.length > 0 && <h3>Shared by colleagues</h3>}
      <SavedList views={sharedViews} paths={reportsByPath} onMail={onMail} />
    </Section>
  )
}

type SavedProps = {
  views: readonly SavedView[]
  paths: ReadonlyMap<string, ReportFacts>
  onMail: (mailed: ReportToMail) => void
}

function SavedList({ views, paths, onMail }: SavedProps) {
  if (views.length === 0) return null
  return (
    <ul className={styles.list}>
      {views.map((view) => (
        <li key={view.id}>
          <Link to={`${view.list}?${view.state.query}`}>{view.name}</Link>
          <span>
            {paths.get(view.list)?.title}
            {view.ownerName && `, ${view.ownerName}`}{' '}
            <LinkButton
              aria-label={`Mail it… ${view.name}`}
              onClick={() => onMail({ savedViewId: view.id, viewName: view.name, line: null })}
            >
              Mail it…
            </LinkButton>
          </span>
        </li>
      ))}
    </ul>
  )
}

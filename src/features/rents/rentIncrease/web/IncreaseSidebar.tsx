import { useState } from 'react'
import { DocumentPane } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { addMonths, formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { getExpiry } from '../model/expiry.ts'
import type { Detail } from '../model/increases.ts'
import { Market } from './Market.tsx'
import styles from './rents.module.css'

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')

/**
 * The parts next to the rents: the market, and for the agency the effects of an approval and the documents.
 */
export function IncreaseSidebar({ detail }: PartProps<Detail>) {
  const agency = useIsAgency()
  return (
    <div className={styles.side}>
      <Market detail={detail} />
      {agency && detail.decided === null && <ApprovalEffects detail={detail} />}
      {agency && <Documents detail={detail} />}
    </div>
  )
}

/** The effects of an approval, limited to those that the portal carries out itself. */
function ApprovalEffects({ detail }: { detail: Detail }) {
  const { rentEffectiveDate: from, companyName, lines, rules } = detail
  const changedLines = lines.filter((line) => (line.approvedRent ?? line.adjustedRent) !== line.currentRent)
  return (
    <section aria-label="On approval">
      <h2>On approval</h2>
      <ul>
        <li>
          <strong>{plural(changedLines.length, 'rent changes', 'rents change')}</strong> on {formatDay(from)}
        </li>
        <li>
          <strong>Schedule II</strong> is written and mailed to {companyName ?? 'the company'}, to be signed
          and filed
        </li>
        <li>
          It expires on <strong>{formatDay(getExpiry(detail))}</strong>
        </li>
        {from && (
          <li>
            The next increase may start on <strong>{formatDay(addMonths(from, rules.monthsBetween))}</strong>
          </li>
        )}
        <li>{detail.requestNumber} closes; only an administrator reopens it, before its rents start</li>
      </ul>
    </section>
  )
}

/** The viewer of the request's documents, the tenants' notice first. */
function Documents({ detail }: { detail: Detail }) {
  const [document, setDocument] = useState<number | null>(null)
  const files = detail.files.toSorted(
    (file, other) => Number(isNotice(other.documentType)) - Number(isNotice(file.documentType)),
  )
  if (files.length === 0) return null
  return <DocumentPane title="Documents" files={files} shownId={document} onShow={setDocument} />
}

const isNotice = (kind: string | null): boolean => kind?.includes('A-21') ?? false

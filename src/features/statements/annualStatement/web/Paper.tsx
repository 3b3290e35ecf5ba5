import { createColumnReader, describeOrigin, getRecordChart } from '#engines/worksheet/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { certificationText } from '../model/certifying.ts'
import { getAnnualStatementSchedule, parts } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'

import styles from './annual.module.css'
import { SchedulePaper } from './schedules/SchedulePaper.tsx'

const day = (text: string | null) => formatDate(text, 'MMMM DD, YYYY')
const money = (cents: number) => formatMoney(fromCents(cents))

/**
 * The printed statement, laid out like an audit: cover, balance sheet, income and expense, schedules,
 * certifications.
 */
export function Paper({ detail }: { detail: Detail }) {
  return (
    <div className={styles.paper} aria-hidden>
      <section>
        <Heading detail={detail} title="Annual financial statement" />
        <p>
          {[detail.statementType, detail.auditFirm, detail.opinion && `${detail.opinion} opinion`]
            .filter(Boolean)
            .join(', ')}
        </p>
        {detail.auditReportDate && <p>Report of {day(detail.auditReportDate)}.</p>}
        {detail.goingConcern && <p>The auditor doubts that the entity can go on.</p>}
        <p>
          {detail.requestNumber}, {detail.statusLabel}
          {detail.submitted ? `, submitted ${day(detail.reSubmitted ?? detail.submitted)}` : ''}. Basis of
          accounting: {detail.accountingBasis ?? 'not said'}.
        </p>
      </section>
      <FigureTable
        detail={detail}
        of="Balance sheet"
        title="Balance sheet"
        at={`as of ${day(detail.periodEnd)}`}
      />
      <FigureTable
        detail={detail}
        of="Income and expense"
        title="Statement of income and expense"
        at={`for the ${detail.months} months ended ${day(detail.periodEnd)}`}
      />
      {parts
        .filter((part) => detail[part].length > 0)
        .map((part) => (
          <section key={part}>
            <Heading detail={detail} title={getAnnualStatementSchedule(part).label} />
            <SchedulePaper part={part} detail={detail} />
          </section>
        ))}
      <section>
        <Heading detail={detail} title="Certifications" />
        {detail.certifications.map((certification) => (
          <div key={certification.certificationId}>
            <p>{certificationText(certification.textVersion)}</p>
            <p>
              <em>{certification.signature}</em>
              <br />
              {certification.name}, {certification.title}, {certification.role.toLowerCase()}.{' '}
              {formatDate(certification.certifiedAt, 'MM/DD/YYYY h:mm A')}
            </p>
          </div>
        ))}
        {detail.certifications.length === 0 && <p>Not certified in the portal.</p>}
      </section>
    </div>
  )
}

const Heading = ({ detail, title, at }: { detail: Detail; title: string; at?: string }) => (
  <header>
    <h2>{detail.subject}</h2>
    <p>{title}</p>
    <p>{at ?? `fiscal year ${detail.year}`}</p>
  </header>
)

/** The table of all accounts with an amount, including totals, notes and the source of each figure. */
function FigureTable({ detail, of, title, at }: { detail: Detail; of: string; title: string; at: string }) {
  const chart = getRecordChart(detail)
  const read = createColumnReader(chart, detail.lines)
  const readPrior = createColumnReader(
    chart,
    Object.entries(detail.prior?.amounts ?? {}).map(([code, amount]) => ({ code, amount })),
  )
  const lines = new Map(detail.lines.map((line) => [line.code, line]))
  const visibleAccounts = chart.accounts.filter(
    (account) => account.statement === of && (read(account.code) !== 0 || readPrior(account.code) !== 0),
  )
  return (
    <section>
      <Heading detail={detail} title={title} at={at} />
      <table>
        <thead>
          <tr>
            <th>Account</th>
            <th data-number>{detail.year}</th>
            {detail.prior && <th data-number>{detail.prior.year}</th>}
            <th>Note and source</th>
          </tr>
        </thead>
        <tbody>
          {visibleAccounts.map(({ code, name, formula, sign }) => (
            <tr
              key={code}
              data-total={formula !== null || undefined}
              data-grand={/^(1000T|2033T|3250)$/.test(code) || undefined}
            >
              <td>
                {code} {name}
              </td>
              <td data-number>{money(sign * read(code))}</td>
              {detail.prior && <td data-number>{money(sign * readPrior(code))}</td>}
              <td>
                {formula === null
                  ? [
                      lines.get(code)?.note,
                      describeOrigin(lines.get(code)?.origins?.amount, detail.people, read(code)),
                    ]
                      .filter(Boolean)
                      .join(' · ')
                  : `= ${formula}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

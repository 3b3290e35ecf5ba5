import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Figure } from '#core/platform/administration/server/index.ts'
import { tokenHash } from '#kernel/server/auth.ts'

/** The upper limits of the histogram of durations, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Series = { counts: Map<number, number>; buckets: number[]; seconds: number; total: number }

/** Counts and durations of requests by call, in memory. */
class Metrics {
  readonly #series = new Map<string, Series>()

  /** Records one answered request of a route, such as `GET /api/Vendor/:id`. */
  observe(name: string, status: number, milliseconds: number): void {
    let series = this.#series.get(name)
    if (!series) {
      series = { counts: new Map(), buckets: buckets.map(() => 0), seconds: 0, total: 0 }
      this.#series.set(name, series)
    }
    const seconds = milliseconds / 1000
    series.counts.set(status, (series.counts.get(status) ?? 0) + 1)
    series.seconds += seconds
    series.total += 1
    for (const [index, limit] of buckets.entries()) if (seconds <= limit) series.buckets[index]! += 1
  }

  /** Returns the counts and durations in Prometheus’ text format, for /metrics. */
  text(): string {
    const lines = [
      '# HELP rooftree_requests_total Requests answered, by call and status.',
      '# TYPE rooftree_requests_total counter',
    ]
    const times = [
      '# HELP rooftree_request_seconds Time to answer, by call.',
      '# TYPE rooftree_request_seconds histogram',
    ]
    for (const [name, series] of this.#series) {
      for (const [status, count] of series.counts)
        lines.push(`rooftree_requests_total{call="${name}",status="${status}"} ${count}`)
      for (const [index, limit] of buckets.entries())
        times.push(`rooftree_request_seconds_bucket{call="${name}",le="${limit}"} ${series.buckets[index]}`)
      times.push(`rooftree_request_seconds_bucket{call="${name}",le="+Inf"} ${series.total}`)
      times.push(
        `rooftree_request_seconds_sum{call="${name}"} ${series.seconds}`,
        `rooftree_request_seconds_count{call="${name}"} ${series.total}`,
      )
    }
    const memory = process.memoryUsage()
    lines.push(
      '# HELP process_resident_memory_bytes Memory this process holds.',
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${memory.rss}`,
    )
    return `${[...lines, ...times].join('\n')}\n`
  }
}

const printGauge = ({ name, help, values }: Figure): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => {
      const labelTexts = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
      return `${name}${labelTexts.length > 0 ? `{${labelTexts.join()}}` : ''} ${value}`
    }),
  ].join('\n')

/** Returns figures in Prometheus’ text format. */
export const printGauges = (figures: readonly Figure[]): string => `${figures.map(printGauge).join('\n')}\n`

/** The message to a caller who may not read the metrics. */
export const METRICS_REFUSED =
  'The figures of this process are for the machine itself, or for who sends METRICS_TOKEN.'

const LOOPBACK = /^(::ffff:)?127\.|^::1$/
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip']

/**
 * Whether a request may read the metrics: it has the token, or comes from this machine directly. Behind a
 * proxy every request would seem local.
 */
export function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | null): boolean {
  const sentToken = headers.authorization?.replace(/^Bearer /, '')
  if (token !== null && sentToken !== undefined)
    return timingSafeEqual(tokenHash(sentToken), tokenHash(token))
  return LOOPBACK.test(socket.remoteAddress ?? '') && !FORWARDED.some((name) => name in headers)
}

/** The counts of this process. */
export const metrics = new Metrics()

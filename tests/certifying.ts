import { expect } from 'vitest'
import { completeApplication } from '#tests/matrix/seeders/certification.ts'
import type { Portal, Reply } from '#tests/portal.ts'

const certificationPath = '/api/ManagementCompanyAssetCertification'

/** The part of an application for certification that the tests read. */
export type Application = {
  managementCompanyAssetCertificationId: number
  managementCompanyId: number
  statusId: number
  statusLabel: string
  version: number
  startsOn: string | null
  expiresOn: string | null
  certifiedSince: string | null
  renewalOfId: number | null
  files: { fileId: number; documentType: string }[]
  comingDocuments: string[]
  decisionDocument: Record<string, unknown> | null
  standing: { total: number | null; parts: { name: string; mark: number | null; source: string }[] } | null
  actions: { name: string }[]
}

const marks = {
  occupancyMark: 90,
  inspectionMark: 80,
  timelinessMark: 85,
  financialMark: 75,
  trainingMark: 100,
}
const papers = ['Exhibit A-5', 'Fair-housing policy', 'Certificate of insurance', 'Fidelity bond']

/** Helpers that file and review certification applications through the calls that the screens use. */
export function certifying(portal: () => Portal) {
  const get = (persona: string, tail: string) => portal().ask(persona, 'GET', `${certificationPath}/${tail}`)
  const post = (persona: string, tail: string, body: object = {}) =>
    portal().ask(persona, 'POST', `${certificationPath}/${tail}`, body)
  /** Expects that a call succeeded and returns the application it answers. */
  const application = (reply: Reply): Application => {
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body as Application
  }
  const save = async (persona: string, change: object = {}) =>
    application(await post(persona, 'SaveProgress', { request: change }))
  const attach = async (persona: string, id: number, documentType: string) =>
    portal().upload(persona, `${certificationPath}/AddAttachments/${id}`, { documentType }, [
      { name: 'paper.pdf', content: Buffer.from('%PDF-1.7 invented') },
    ])
  /** Saves a complete application of company 1 with its documents and returns its id. */
  const draft = async (change: object = {}): Promise<number> => {
    const saved = await save('company.admin', {
      managementCompanyId: 1,
      ...completeApplication('Maple', 1),
      ...change,
    })
    const id = saved.managementCompanyAssetCertificationId
    for (const paper of papers) {
      if (saved.files.some((file) => file.documentType === paper)) continue
      expect((await attach('company.admin', id, paper)).status).toBe(200)
    }
    return id
  }
  /**
   * Takes a submitted application through review: starts it, saves marks and a recommendation, and ends it.
   */
  const review = async (id: number, change: object = {}) => {
    application(await post('agency.write', 'Review', { id }))
    application(
      await post('agency.write', 'SaveReview', {
        id,
        ...marks,
        recommendation: 'Certify',
        termMonths: 24,
        ...change,
      }),
    )
    return application(await post('agency.write', 'Review', { id }))
  }
  /**
   * Files, reviews and approves an application on the portal's current day, and returns the certified
   * application.
   */
  const certified = async (change: object = {}, reviewed: object = {}): Promise<Application> => {
    const id = await draft(change)
    application(await post('company.admin', `Submit/${id}`))
    await review(id, reviewed)
    return application(await post('agency.manager', 'ChangeStatus', { id, statusId: 5 }))
  }
  type Mail = { event: string; recipients: { email: string; kind?: string }[]; subject: string }
  /** Returns the mails about an application in the order in which they were written. */
  const mails = async (id: number): Promise<Mail[]> =>
    (
      await portal().owner.query<Mail>(
        `select event, recipients, subject from outbox where entity = 'ManagementCompanyAssetCertification' and row_id = $1 order by outbox_id`,
        [id],
      )
    ).rows
  return { get, post, application, save, attach, draft, review, certified, mails }
}

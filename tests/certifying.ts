import { expect } from 'vitest'
import { completeApplication } from '#tests/matrix/seeders/certification.ts'
import type { Portal, Reply } from '#tests/portal.ts'

const certificationPath = '/api/ManagementCompanyAssetCertification'

/** What the tests read of an application. */
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

/** Files and reviews applications over the calls, as the screens do. */
export function certifying(portal: () => Portal) {
  const get = (persona: string, tail: string) => portal().ask(persona, 'GET', `${certificationPath}/${tail}`)
  const post = (persona: string, tail: string, body: object = {}) =>
    portal().ask(persona, 'POST', `${certificationPath}/${tail}`, body)
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
  /** A complete application of company One, with its papers; answers its id. */
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
  /** The whole way to a certification on the day it is now. */
  const certified = async (change: object = {}, reviewed: object = {}): Promise<Application> => {
    const id = await draft(change)
    application(await post('company.admin', `Submit/${id}`))
    await review(id, reviewed)
    return application(await post('agency.manager', 'ChangeStatus', { id, statusId: 5 }))
  }
  type Mail = { event: string; recipients: { email: string; kind?: string }[]; subject: string }
  const mails = async (id: number): Promise<Mail[]> =>
    (
      await portal().owner.query<Mail>(
        `select event, recipients, subject from outbox where entity = 'ManagementCompanyAssetCertification' and row_id = $1 order by outbox_id`,
        [id],
      )
    ).rows
  return { get, post, application, save, attach, draft, review, certified, mails }
}

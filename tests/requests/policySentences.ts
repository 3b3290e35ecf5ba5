import { properties } from '#tests/fixture.ts'
import type { PolicySentence } from './policySentence.ts'

const agency = ['agency.admin', 'agency.manager', 'agency.write', 'agency.read'] as const
const agencyWriters = ['agency.admin', 'agency.manager', 'agency.write'] as const
const company = ['company.admin', 'company.writer', 'company.reader'] as const

const GET_RESERVE = 'GET /api/ReplacementReserve/GetRequest/:id'
const CHANGE_RESERVE = 'POST /api/ReplacementReserve/ChangeStatus'

const money: readonly PolicySentence[] = [
  {
    says: 'An analyst may not approve money that leaves a reserve.',
    calls: [CHANGE_RESERVE],
    reserve: { statusId: 4, reviewedBy: 'agency.second' },
    body: { statusId: 5 },
    verdicts: { refused: ['agency.write'] },
  },
  {
    says: 'A manager may not approve what the same manager has reviewed.',
    calls: [CHANGE_RESERVE],
    reserve: { statusId: 4, reviewedBy: 'agency.manager' },
    body: { statusId: 5 },
    verdicts: { refused: ['agency.manager'] },
  },
  {
    says: 'A manager may approve what an analyst has reviewed.',
    calls: [CHANGE_RESERVE],
    reserve: { statusId: 4, reviewedBy: 'agency.write' },
    body: { statusId: 5, userId: null },
    verdicts: { done: ['agency.manager'] },
  },
  {
    says: 'A company may not decide on its own request.',
    calls: [CHANGE_RESERVE],
    reserve: { statusId: 4, reviewedBy: 'agency.write' },
    body: { statusId: 5 },
    verdicts: { refused: ['company.admin', 'company.writer', 'company.reader'] },
  },
  {
    says: 'A company may not review its own request.',
    calls: [
      'POST /api/ReplacementReserve/StartReview/:id',
      'POST /api/ReplacementReserve/SaveReplacementReview',
    ],
    reserve: { statusId: 2 },
    verdicts: { refused: company, admitted: agencyWriters },
  },
  {
    says: 'Only the agency grants an exception for an item of a request.',
    calls: ['POST /api/ReplacementReserve/GrantException'],
    verdicts: { refused: [...company, 'agency.read'], admitted: agencyWriters },
  },
  {
    says: 'Only the agency decides on a distribution to owners.',
    calls: [
      'PUT /api/DistributionRequest/Approve/:requestId',
      'PUT /api/DistributionRequest/Deny/:requestId',
      'PUT /api/DistributionRequest/Reopen/:requestId',
    ],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'A company changes none of its loans.',
    calls: ['POST /api/Loan', 'PUT /api/Loan', 'POST /api/LoanNumber', 'PUT /api/LoanYear'],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only an administrator may force a request into another status.',
    calls: [
      'POST /api/ReplacementReserve/ForceStatus',
      'POST /api/OperatingReserve/ForceStatus',
      'POST /api/InsuranceClaim/ForceStatus',
      'POST /api/Budget/ForceStatus',
      'POST /api/AFS/ForceStatus',
      'POST /api/DistributionRequest/ForceStatus',
    ],
    verdicts: {
      refused: ['agency.manager', 'agency.write', 'agency.read', ...company],
      admitted: ['agency.admin'],
    },
  },
  {
    says: 'The agency approves new vendors; a company does not.',
    calls: [
      'POST /api/Vendor/ApproveNew/:id',
      'POST /api/Vendor/RejectNew/:id',
      'POST /api/Vendor/ImportList',
    ],
    verdicts: { refused: [...company, 'agency.read'] },
  },
]

const sight: readonly PolicySentence[] = [
  {
    says: 'Nobody reads a request, a statement or a budget without signing in.',
    calls: [
      GET_RESERVE,
      'GET /api/AFS/GetRequest/:id',
      'GET /api/Budget/GetRequest/:id',
      'GET /api/WatchList/GetMonth',
    ],
    verdicts: { refused: ['anonymous'] },
  },
  {
    says: 'Anybody may read the public list of certified companies.',
    calls: ['GET /api/ManagementCompanyAssetCertification/GetCertifiedList'],
    verdicts: { done: ['anonymous', 'company.reader', 'agency.read'] },
  },
  {
    says: 'Everybody of the agency reads the requests of every company.',
    calls: [GET_RESERVE],
    at: 'Dogwood Manor',
    verdicts: { done: agency },
  },
  {
    says: 'A company does not find the requests of another company.',
    calls: [GET_RESERVE],
    at: 'Dogwood Manor',
    verdicts: { 'not found': company },
  },
  {
    says: 'The people of another company do not find the requests of this one.',
    calls: [GET_RESERVE],
    verdicts: { 'not found': ['other.user'] },
  },
  {
    says: 'A person with a grant for everything everywhere finds every request.',
    calls: [GET_RESERVE],
    verdicts: { done: ['global.admin'] },
  },
  {
    says: 'A permission to read a request lets its holder read it.',
    calls: [GET_RESERVE],
    verdicts: { done: ['company.reader', 'company.writer', 'company.admin'] },
  },
  {
    says: 'A permission for reserves opens no statement, budget or claim.',
    calls: [
      'GET /api/AFS/GetRequest/:id',
      'GET /api/Budget/GetRequest/:id',
      'GET /api/InsuranceClaim/GetClaim/:id',
      'GET /api/OperatingReserve/GetOperatingRequest/:id',
    ],
    verdicts: { refused: ['company.writer', 'company.reader'] },
  },
  {
    says: 'The watch list is for the agency alone.',
    calls: [
      'GET /api/WatchList/GetMonth',
      'GET /api/WatchList/GetProposals',
      'GET /api/WatchList/GetWatchlistHistory/:propertyId',
    ],
    verdicts: { refused: [...company, 'global.admin'], admitted: agency },
  },
  {
    says: 'The report cards under review are for the agency alone.',
    calls: ['GET /api/AFSReportCard', 'GET /api/AFSReportCard/vm/:id'],
    verdicts: { refused: [...company, 'global.admin'] },
  },
  {
    says: 'The register of letters is for the agency alone.',
    calls: ['GET /api/Letter/GetRegister'],
    verdicts: { refused: company, done: agency },
  },
  {
    says: 'Templates of mails are for the agency alone.',
    calls: ['GET /api/EmailTemplate', 'POST /api/EmailTemplate', 'POST /api/EmailTemplate/SendTest'],
    verdicts: { refused: company },
  },
  {
    says: 'The list of all users is for the agency alone.',
    calls: ['GET /api/users/GetAll', 'GET /api/users/GetAllMHDCUsers'],
    verdicts: { refused: company, done: agency },
  },
  {
    says: 'The developers of properties are kept by the agency alone.',
    calls: ['GET /api/Developer/GetList', 'POST /api/Developer'],
    verdicts: { refused: company },
  },
]

const filing: readonly PolicySentence[] = [
  {
    says: "A company's reader files nothing.",
    calls: [
      'POST /api/ReplacementReserve/SaveReplacementProgress',
      'POST /api/ReplacementReserve/Submit/:id',
      'POST /api/ReplacementReserve/SaveAndSubmit',
      'DELETE /api/ReplacementReserve/:id',
    ],
    verdicts: { refused: ['company.reader'] },
  },
  {
    says: "A company's writer recalls a request that nobody reviews yet; its reader does not.",
    calls: ['POST /api/ReplacementReserve/UnSubmit/:id'],
    reserve: { statusId: 2 },
    verdicts: { done: ['company.writer', 'company.admin'], refused: ['company.reader'] },
  },
  {
    says: 'A person who may write at one property and read at another may not file for the second.',
    calls: ['POST /api/ReplacementReserve/SaveReplacementProgress'],
    body: { request: { propertyId: properties.b, description: 'New roof' } },
    verdicts: { refused: ['company.writer'], done: ['company.admin'] },
  },
  {
    says: 'An agency reader changes nothing that a company has filed.',
    calls: [
      'POST /api/ReplacementReserve/StartReview/:id',
      'POST /api/OperatingReserve/saveOperatingReview',
      'POST /api/InsuranceClaim/SaveReview',
      'POST /api/Budget/SaveReview',
      'POST /api/AFS/SaveReview',
      'POST /api/ProjectOccupancy/SaveReview',
      'POST /api/UtilityAllowance/SaveReview',
      'POST /api/HousingPriorityCertification/SaveReview',
    ],
    verdicts: { refused: ['agency.read'] },
  },
  {
    says: 'A company writes no word of the review.',
    calls: [
      'POST /api/OperatingReserve/saveOperatingReview',
      'POST /api/InsuranceClaim/SaveReview',
      'POST /api/Budget/SaveReview',
      'POST /api/AFS/SaveReview',
      'POST /api/ProjectOccupancy/SaveReview',
    ],
    verdicts: { refused: company },
  },
  {
    says: 'The agency asks a company a question; a company asks none in its place.',
    calls: [
      'POST /api/AFS/AskCompany/:id',
      'POST /api/Budget/AskCompany/:id',
      'POST /api/InsuranceClaim/AskCompany/:id',
    ],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'A primary user keeps the application of the own company; its ordinary people do not.',
    calls: ['POST /api/ManagementCompanyAssetCertification/SaveProgress'],
    verdicts: { refused: ['company.writer', 'company.reader'], admitted: ['company.admin'] },
  },
]

const compliance: readonly PolicySentence[] = [
  {
    says: 'Only the agency plans, records, closes and reports an inspection.',
    calls: [
      'POST /api/ComplianceInspection/Plan',
      'POST /api/ComplianceInspection/RecordVisit/:id',
      'POST /api/ComplianceInspection/Close/:id',
      'POST /api/ComplianceInspection/IssueReport/:id',
    ],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only a manager reopens a closed inspection.',
    calls: ['POST /api/ComplianceInspection/Reopen/:id'],
    verdicts: { refused: ['agency.write', 'agency.read', ...company], admitted: ['agency.manager'] },
  },
  {
    says: 'Only the agency opens and closes a finding.',
    calls: [
      'POST /api/NonCompliance',
      'POST /api/NonCompliance/Close/:id',
      'POST /api/NonCompliance/Extend/:id',
    ],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only a manager waives a finding.',
    calls: ['POST /api/NonCompliance/Waive/:id', 'POST /api/NonCompliance/EndWaiver/:id'],
    verdicts: { refused: ['agency.write', 'agency.read', ...company], admitted: ['agency.manager'] },
  },
  {
    says: 'Only an administrator takes a finding out of the record.',
    calls: ['POST /api/NonCompliance/RemoveFromNonCompliance/:id'],
    verdicts: {
      refused: ['agency.manager', 'agency.write', 'agency.read', ...company],
      admitted: ['agency.admin'],
    },
  },
  {
    says: 'Only a manager approves a report card.',
    calls: ['PUT /api/AFSReportCard/Approve/:id'],
    verdicts: { refused: ['agency.write', 'agency.read', ...company], admitted: ['agency.manager'] },
  },
  {
    says: 'Only the agency decides on a transfer under the Violence Against Women Act.',
    calls: ['POST /api/VAWARequest/ChangeStatus'],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only the agency assigns, sends and closes the matter of a resident.',
    calls: [
      'POST /api/ResidentRelations/Assign/:id',
      'POST /api/ResidentRelations/Send/:id',
      'POST /api/ResidentRelations/Close/:id',
    ],
    verdicts: { refused: [...company, 'agency.read'] },
  },
]

const administration: readonly PolicySentence[] = [
  {
    says: 'Only an administrator changes a setting.',
    calls: ['POST /api/Configuration', 'PUT /api/Configuration/Confirm/:id'],
    verdicts: {
      refused: ['agency.manager', 'agency.write', 'agency.read', ...company],
      admitted: ['agency.admin'],
    },
  },
  {
    says: 'Only an administrator changes the holidays.',
    calls: ['POST /api/Holiday', 'PUT /api/Holiday', 'POST /api/Holiday/LoadYear'],
    verdicts: { refused: ['agency.manager', 'agency.write', 'agency.read', ...company] },
  },
  {
    says: 'Only an administrator merges companies.',
    calls: [
      'POST /api/ManagementCompany/MergeManagementCompanies/:id',
      'POST /api/ManagementCompany/DropMergeRequest/:id/:from',
    ],
    verdicts: { refused: ['agency.manager', 'agency.write', 'agency.read', ...company] },
  },
  {
    says: 'Only an administrator grants a permission by hand.',
    calls: ['POST /api/permissions/CreateUserPermission'],
    verdicts: { refused: ['agency.manager', 'agency.write', 'agency.read', ...company] },
  },
  {
    says: 'Only an administrator removes a person.',
    calls: ['DELETE /api/users/DeleteUser/:userId'],
    verdicts: { refused: ['agency.manager', 'agency.write', 'agency.read', ...company] },
  },
  {
    says: 'A primary user invites people of the own company; its ordinary people and analysts do not.',
    calls: ['POST /api/users/Register', 'POST /api/ManagementCompanyUser/SaveProperties/:userId'],
    verdicts: {
      refused: ['company.writer', 'company.reader', 'agency.write', 'agency.read'],
      admitted: ['company.admin'],
    },
  },
  {
    says: 'A company does not write its own contacts; it asks for the change.',
    calls: ['POST /api/Contact', 'PUT /api/Contact', 'POST /api/Contact/SaveProjectContacts/:propertyId'],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only the agency decides on a change of contacts.',
    calls: ['POST /api/ContactChangeRequest/Approve', 'POST /api/ContactChangeRequest/Reject'],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only the agency moves a property to another company.',
    calls: ['POST /api/ManagementCompanyProjectHistory', 'PUT /api/ManagementCompanyProjectHistory'],
    verdicts: { refused: [...company, 'agency.read'] },
  },
  {
    says: 'Only the agency writes the letterhead and sends a letter again.',
    calls: ['POST /api/Letter/SaveLetterhead', 'POST /api/Letter/Resend/:id'],
    verdicts: { refused: [...company, 'agency.read'] },
  },
]

/**
 * Policies that a housing professional can read and agree to. They are written without looking at the access
 * declarations in the code.
 */
export const sentences: readonly PolicySentence[] = [
  ...money,
  ...sight,
  ...filing,
  ...compliance,
  ...administration,
]

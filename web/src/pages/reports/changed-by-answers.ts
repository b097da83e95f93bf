/** What the answer to a report changes. */
export const changedByAnswers = ['GET /ext/reports', 'GET /tickets', 'GET /ext/tickets'] as const;

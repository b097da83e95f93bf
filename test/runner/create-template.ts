import { createTemplateDatabase } from '../../testing/test-database.ts';

await createTemplateDatabase();

update objects set name = name || ' Süd' where id = (select min(id) from objects);
